"""The one engine that plays games: who does the work, how it is shared out, how far it is, how it is interrupted."""
