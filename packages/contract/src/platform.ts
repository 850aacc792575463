export const LANGUAGES = ['en', 'sw'] as const
export type Language = (typeof LANGUAGES)[number]

/** The version of this build, as in package.json. */
export const APP_VERSION = '0.1.0'

/** The time zone of a new installation: its business days, and every time on its screens. Staff can change it. */
export const PLATFORM_TIME_ZONE = 'Africa/Nairobi'
