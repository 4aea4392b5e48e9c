/** The command line of Sitrep. */

export {}
