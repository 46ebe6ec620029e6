"""A first agent of your own: it lays its 2s and 10s out for the end, and plays its lowest cards first.

cardlab match castle python:examples/first_agent.py:Saver random -n 100
"""

from cardlab import source_of


class Saver:
    def choose(self, seat):
        def strength(action):
            cards = seat.text(action).split()  # such as: play 9 9
            return cards.count("2") + cards.count("10"), source_of(action), action

        choosing_the_row = seat.view()["phase"] == "castle"
        return (max if choosing_the_row else min)(seat.legal(), key=strength)
