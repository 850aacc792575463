const SCRIPTS = /<(?:script type="module"|link rel="modulepreload"|link data-words="[a-z]+")/g

/**
 * What a prerendered page looks like is in the page, so its scripts wait until all of that has come: on a slow network they
 * would take from it what there is.
 */
export function yieldToPaint(html: string): string {
  return html.replaceAll(SCRIPTS, '$& fetchpriority="low"')
}
