/* A complete bot for Legends of Code and Magic in C, with nothing but the standard library.
 *
 *   cc -O2 -o first_bot examples/locm_bots/first_bot.c
 *   cardlab match locm cmd:./first_bot greedy
 *
 * Draft: the card with the most attack and defense for its cost; items only if they are the best of three.
 * Battle: attacks guards first, kills what it can kill, else the player; then summons the dearest creatures it can pay,
 * on the lane where it has fewer; green items go on its strongest creature, the others on the opponent's.
 */
#include <stdio.h>
#include <string.h>

enum { CREATURE, GREEN, RED, BLUE };
enum { HAND = 0, MINE = 1, THEIRS = -1 };
enum { THE_PLAYER = -1, MOST_CARDS = 64 };

struct card {
    int number, id, place, type, cost, attack, defense, player_hp, opponent_hp, draw, lane;
    char keywords[8];
};

static struct card cards[MOST_CARDS];
static int n_cards, mana, separator;

static int read_message(void)
{
    int health, deck, rune, draw, hand, actions;
    char skipped[256];
    if (scanf("%d %d %d %d %d", &health, &mana, &deck, &rune, &draw) != 5)
        return 0;
    if (scanf("%*d %*d %*d %*d %*d") == EOF || scanf("%d %d ", &hand, &actions) != 2)
        return 0;
    for (int i = 0; i < actions; i++)
        if (fgets(skipped, sizeof skipped, stdin) == NULL)
            return 0;
    if (scanf("%d", &n_cards) != 1 || n_cards > MOST_CARDS)
        return 0;
    for (int i = 0; i < n_cards; i++) {
        struct card *c = &cards[i];
        if (scanf("%d %d %d %d %d %d %d %7s %d %d %d %d", &c->number, &c->id, &c->place, &c->type, &c->cost, &c->attack,
                  &c->defense, c->keywords, &c->player_hp, &c->opponent_hp, &c->draw, &c->lane) != 12)
            return 0;
    }
    return 1;
}

static int has(const struct card *c, char keyword)
{
    return strchr(c->keywords, keyword) != NULL;
}

static void order(const char *word, int id, int target)
{
    printf("%s%s %d %d", separator ? ";" : "", word, id, target);
    separator = 1;
}

static void pick(void)
{
    int best = 0, best_value = -1000;
    for (int i = 0; i < 3; i++) {
        int value = 2 * (cards[i].attack + cards[i].defense) - 3 * cards[i].cost - (cards[i].type == CREATURE ? 0 : 8);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    printf("PICK %d", best);
}

/* What a creature should attack: a guard if there is one, else something it kills, else the player. */
static int target_of(const struct card *attacker)
{
    int target = THE_PLAYER, guarded = 0;
    for (int i = 0; i < n_cards; i++) {
        const struct card *c = &cards[i];
        if (c->place != THEIRS || c->lane != attacker->lane || c->defense <= 0)
            continue;
        if (has(c, 'G') && !guarded) {
            target = c->id;
            guarded = 1;
        } else if (!guarded && !has(c, 'W') && c->defense <= attacker->attack && c->attack >= attacker->attack) {
            target = c->id;
        }
    }
    return target;
}

static void attack_with_all(void)
{
    for (int i = 0; i < n_cards; i++) {
        if (cards[i].place != MINE)
            continue;
        int target = target_of(&cards[i]);
        order("ATTACK", cards[i].id, target);
        for (int j = 0; j < n_cards; j++)
            if (cards[j].id == target && !has(&cards[j], 'W'))
                cards[j].defense -= cards[i].attack;
    }
}

static int count_on(int lane)
{
    int n = 0;
    for (int i = 0; i < n_cards; i++)
        n += cards[i].place == MINE && cards[i].lane == lane;
    return n;
}

static void summon_dearest(void)
{
    for (;;) {
        struct card *best = NULL;
        int lane = count_on(1) < count_on(0);
        for (int i = 0; i < n_cards; i++) {
            struct card *c = &cards[i];
            if (c->place == HAND && c->type == CREATURE && c->cost <= mana && (best == NULL || c->cost > best->cost))
                best = c;
        }
        if (best == NULL || count_on(lane) >= 3)
            return;
        order("SUMMON", best->id, lane);
        mana -= best->cost;
        best->place = MINE;
        best->lane = lane;
    }
}

static void use_items(void)
{
    for (int i = 0; i < n_cards; i++) {
        struct card *item = &cards[i], *on = NULL;
        if (item->place != HAND || item->type == CREATURE || item->cost > mana)
            continue;
        for (int j = 0; j < n_cards; j++)
            if (cards[j].place == (item->type == GREEN ? MINE : THEIRS) && cards[j].defense > 0
                && (on == NULL || cards[j].attack > on->attack))
                on = &cards[j];
        if (item->type == BLUE || on != NULL) {
            order("USE", item->id, item->type == BLUE || on == NULL ? THE_PLAYER : on->id);
            mana -= item->cost;
            item->place = 2;
        }
    }
}

int main(void)
{
    while (read_message()) {
        separator = 0;
        if (mana == 0) {
            pick();
        } else {
            use_items();
            attack_with_all();
            summon_dearest();
            if (!separator)
                printf("PASS");
        }
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
