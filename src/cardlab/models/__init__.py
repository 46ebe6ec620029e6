"""Models: what judges positions by their features. Their files, how they are read, and how they run.

`modelfile.load_model` reads a file; `model.Model` is what a search asks. What trains models is `cardlab.training`.
"""
