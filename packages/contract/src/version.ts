/** The version of this build, as in package.json. */
export const APP_VERSION = '0.1.0'
