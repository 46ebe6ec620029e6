/* Bots that misbehave. Called as: rogue MODE MARK; the mark only makes its processes easy to find. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int mana;

/* Read one message; the end of the input ends the program. */
static void hear(void)
{
    char line[512];
    int actions = 0, cards = 0;
    if (fgets(line, sizeof line, stdin) == NULL)
        exit(0);
    sscanf(line, "%*d %d", &mana);
    if (fgets(line, sizeof line, stdin) && fgets(line, sizeof line, stdin))
        sscanf(line, "%*d %d", &actions);
    while (actions-- > 0 && fgets(line, sizeof line, stdin))
        ;
    if (fgets(line, sizeof line, stdin))
        sscanf(line, "%d", &cards);
    while (cards-- > 0 && fgets(line, sizeof line, stdin))
        ;
}

static void say(const char *line)
{
    puts(line);
    fflush(stdout);
}

/* Answer properly: the first card, or nothing. */
static void answer(void)
{
    say(mana ? "PASS" : "PICK 0");
}

static void be_good(void)
{
    for (;;) {
        hear();
        answer();
    }
}

static void hang(void)
{
    for (;;)
        pause();
}

/* Leave the session and the parent, as a daemon does. */
static void become_daemon(void)
{
    if (fork() > 0)
        return;
    setsid();
    if (fork() > 0)
        _exit(0);
    setsid();
    hang();
}

static void swarm(int depth)
{
    for (int i = 0; depth > 0 && i < 4; i++)
        if (fork() == 0) {
            setsid();
            swarm(depth - 1);
            hang();
        }
}

static int is(const char *mode, const char *name)
{
    return strcmp(mode, name) == 0;
}

static void misbehave_while_playing(const char *mode)
{
    for (int n = 0;; n++) {
        hear();
        if (is(mode, "exits in the battle") && mana) {
            fprintf(stderr, "cannot go on\n");
            exit(3);
        }
        if (is(mode, "two lines"))
            answer();
        if (is(mode, "bad end of a line") && mana)
            say("ATTACK 1 -1;SUMMON 1 0;SUMMON 2 0;JUMP 3");
        else if (is(mode, "odd bytes in the text")) {
            printf("%s \xff\xfe\xc0 free%ctext\n", mana ? "PASS" : "PICK 0", 0);
            fflush(stdout);
        } else if (is(mode, "writes to stderr")) {
            for (int i = 0; i < 2000; i++)
                fprintf(stderr, "message %d, line %d, and some words to fill it up\n", n, i);
            answer();
        } else if (is(mode, "slow in the battle") && mana)
            hang();
        else
            answer();
    }
}

static void write_ahead(const char *mode)
{
    char zeros[] = "PICK 0\0\n", bytes[] = "\xff\xfe\n";
    if (is(mode, "writes ahead"))
        for (int i = 0; i < 200; i++)
            say("PASS");
    if (is(mode, "NUL in a pick"))
        fwrite(zeros, 1, sizeof zeros - 1, stdout);
    if (is(mode, "odd bytes"))
        fwrite(bytes, 1, sizeof bytes - 1, stdout);
    if (is(mode, "PICK 7"))
        say("PICK 7");
    if (is(mode, "empty pick"))
        say("");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "good";
    write_ahead(mode);
    if (is(mode, "exits at once")) {
        fprintf(stderr, "first line\nno weights found\n");
        return 7;
    }
    if (is(mode, "half a line and exit")) {
        printf("PICK");
        return 0;
    }
    if (is(mode, "half a line"))
        printf("PICK"), fflush(stdout), hang();
    if (is(mode, "ignores SIGTERM"))
        signal(SIGTERM, SIG_IGN), signal(SIGINT, SIG_IGN), signal(SIGHUP, SIG_IGN), hang();
    if (is(mode, "crashes"))
        raise(SIGSEGV);
    if (is(mode, "closes its output"))
        close(1), hang();
    if (is(mode, "spins"))
        for (;;)
            ;
    if (is(mode, "endless line"))
        for (;;)
            putchar('A');
    if (is(mode, "endless lines"))
        for (;;)
            puts("PICK 0");
    if (is(mode, "takes memory"))
        for (;;) {
            char *block = malloc(1 << 20);
            if (block == NULL) {
                fprintf(stderr, "out of memory\n");
                return 9;
            }
            memset(block, 1, 1 << 20);
        }
    if (is(mode, "forks and exits") && fork() > 0)
        return 0;
    if (is(mode, "forks and exits") || is(mode, "silent") || is(mode, "never reads"))
        hang();
    if (is(mode, "daemon"))
        become_daemon();
    if (is(mode, "kills its parent"))
        become_daemon(), kill(getppid(), SIGKILL);
    if (is(mode, "stops its parent"))
        become_daemon(), kill(getppid(), SIGSTOP);
    if (is(mode, "ends its parent"))
        become_daemon(), kill(getppid(), SIGTERM), kill(getppid(), SIGINT), kill(getppid(), SIGHUP);
    if (is(mode, "kills whom it is told")) {
        become_daemon();
        hear();
        kill(atoi(getenv("VICTIM")), atoi(getenv("SIGNAL")));
        answer();
    }
    if (is(mode, "spinning children"))
        for (int i = 0; i < 6; i++)
            if (fork() == 0) {
                setsid();
                for (;;)
                    ;
            }
    if (is(mode, "swarm"))
        swarm(3);
    misbehave_while_playing(mode);
}
