/* A bot for every game, in C, without any library for JSON: it counts the legal actions and answers with an index.
 *
 *   cc -O2 -o any_game examples/json_bots/any_game.c
 *   cardlab match castle json:./any_game random -n 20
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (strncmp(line, "{\"type\":\"decide\",\"decision\":", 28) != 0)
            continue; /* nothing else wants an answer */
        long decision = atol(line + 28), count = 0;
        const char *end = strstr(line, "],\"moves\":"), *at = line;
        while ((at = strstr(at, "{\"action\":")) != NULL && at++ < end)
            count++;
        printf("%ld\n", decision * 7919 % count); /* your idea goes here */
        fflush(stdout);
    }
    return 0;
}
