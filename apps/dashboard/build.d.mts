/** Builds the page when one of the files that it was made of has changed, or when it is not there. */
export declare function buildPageWhenChanged(): Promise<void>
/** Builds the page. What was there is replaced at once, so that nobody reads half of it. */
export declare function buildPage(): Promise<void>
