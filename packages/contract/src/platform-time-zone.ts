/** The time zone of a new installation: its business days, and every time on its screens. Staff can change it. */
export const PLATFORM_TIME_ZONE = 'Africa/Nairobi'
