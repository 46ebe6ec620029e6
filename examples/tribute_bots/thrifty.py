"""A bot for the Python package of Scripts of Tribute: it tries each move and takes the one that looks best right after it."""

from scripts_of_tribute.base_ai import BaseAI
from scripts_of_tribute.enums import MoveEnum, PatronId

LIKED = (PatronId.RED_EAGLE, PatronId.HLAALU, PatronId.DUKE_OF_CROWS, PatronId.PELIN)


class Thrifty(BaseAI):
    def select_patron(self, available_patrons):
        return next((patron for patron in LIKED if patron in available_patrons), available_patrons[0])

    def play(self, game_state, possible_moves, remaining_time):
        moves = [move for move in possible_moves if move.command != MoveEnum.END_TURN]
        if not moves:
            return possible_moves[-1]
        best = max(moves, key=lambda move: worth(*game_state.apply_move(move, seed=7)))
        if best.command == MoveEnum.BUY_CARD:
            bought = next(card for card in game_state.tavern_available_cards if card.unique_id == best.cardUniqueId)
            self.log(f"buys {bought.name} for {bought.cost}, {game_state.current_player.coins} coins left before it")
        return best

    def game_end(self, end_game_state, final_state):
        self.log(f"{end_game_state.winner} has won: {end_game_state.reason}")


def worth(state, moves):
    """Prestige and power, then coins that are left, cards that are owned and what can still be done."""
    me = state.current_player
    cards = me.hand + me.draw_pile + me.played + me.cooldown_pile
    owned = sum(card.cost for card in cards) + sum(agent.representing_card.cost for agent in me.agents)
    return me.prestige + me.power + 0.5 * me.coins + owned + 0.1 * len(moves)
