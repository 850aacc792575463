import type { PageHead } from '../src/ui/page/status-screens.tsx'

type Options = {
  path: string
  language: 'en' | 'sw'
  head: PageHead
  /** Links to what the page loads. */
  links: string[]
  template: string
  /** The inline styles that were moved out of style attributes. */
  styles: string
  /** Pages for members only, or not for search engines. */
  isHidden: boolean
}

const NONCE = 'nonce="__CSP_NONCE__"'

/** What a prerendered page's head adds to the common one. The server fills in its own address. */
export function composeHead({ path, language, head, links, template, styles, isHidden }: Options): string {
  const files = [...links]
  const siteDescription = /<meta name="description" content="([^"]*)"/.exec(template)?.[1] ?? ''
  const about = head.description || siteDescription
  if (styles) files.push(`<style ${NONCE}>${styles}</style>`)
  const title = `<title>${escapeText(head.title)}</title>`
  const description = `<meta name="description" content="${escapeText(about)}" data-site="${escapeText(siteDescription)}">`
  if (isHidden) {
    return [
      title,
      meta('name', 'description', siteDescription),
      meta('name', 'robots', 'noindex'),
      ...files,
    ].join('')
  }
  const address = `__PUBLIC_URL__${path}`
  return [
    title,
    description,
    `<link rel="canonical" href="${address}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', '__BRAND__'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', about),
    meta('property', 'og:url', address),
    meta('property', 'og:locale', `${language}_KE`),
    meta('property', 'og:image', '__PUBLIC_URL__/preview.png'),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', '__BRAND__'),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(path === '/' ? [structuredData(about, language)] : []),
    ...files,
  ].join('')
}

/** Structured data about the operator, for search engines. It is data, never executed. */
function structuredData(description: string, language: string): string {
  const site = '__PUBLIC_URL__/'
  const graph = [
    {
      '@type': 'Organization',
      '@id': `${site}#organization`,
      name: '__BRAND__',
      url: site,
      logo: `${site}icon-512.png`,
    },
    {
      '@type': 'WebSite',
      name: '__BRAND__',
      url: site,
      description,
      inLanguage: `${language}-KE`,
      publisher: { '@id': `${site}#organization` },
    },
  ]
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
    '<',
    '\\u003c',
  )
  return `<script type="application/ld+json" ${NONCE}>${json}</script>`
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeText(content)}">`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
