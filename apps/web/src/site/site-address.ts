/** This site's address, which the server inserts into prerendered pages. */
export const siteAddress = import.meta.env.SSR ? '__PUBLIC_URL__/' : `${location.origin}/`
