/** Public pages that come finished from the build: for visitors they run `islands/wake-page.ts`, not the application. */
export const STATIC_PAGES = ['/', '/about', '/privacy'] as const
