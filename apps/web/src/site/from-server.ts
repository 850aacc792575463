/** The nonce that lets this page's own style elements pass the content security policy. */
export const pageNonce = import.meta.env.SSR
  ? '__CSP_NONCE__'
  : (document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '')

/** The operator chooses the product's name: the page that the server sends contains it. */
export const brandName = import.meta.env.SSR
  ? '__BRAND__'
  : document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ||
    document.location.hostname
