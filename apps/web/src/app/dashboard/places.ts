/** Ids of places on the dashboard, for whoever takes the focus there. */
export const TODAY_TITLE_ID = 'today-title'
export const DAILY_CLAIM_ID = 'daily-claim'
/** The tabs: an address with it as its hash leads to them from anywhere. */
export const TABS_ID = 'ways'
