"""Models that tell from a position who will win, learned from the rows of many games.

Start with `training.trainer.train_model`. The result is one ONNX file, which agents read.
"""
