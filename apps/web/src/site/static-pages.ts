/** Public pages that come finished from the build: for visitors they run `islands`, not the application. */
export const STATIC_PAGES = ['/', '/about', '/contact', '/privacy', '/terms', '/transparency'] as const
