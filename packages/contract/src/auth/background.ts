/** Sent with a call that nobody at the page asked for. Such calls keep no staff session alive. */
export const BACKGROUND_HEADER = 'chuma-background'
