/** Where this site is. The server writes it into the pages that are prerendered. */
export const siteAddress = import.meta.env.SSR ? '__PUBLIC_URL__/' : `${location.origin}/`
