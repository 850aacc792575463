/** Element ids on the dashboard that links move the focus to. */
export const TODAY_TITLE_ID = 'today-title'
export const DAILY_CLAIM_ID = 'daily-claim'
/** The tabs: an address with this hash leads to them from any page. */
export const TABS_ID = 'ways'
