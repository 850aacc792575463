/** The nonce that lets this page's own style elements pass the content security policy. */
export const pageNonce = import.meta.env.SSR
  ? '__CSP_NONCE__'
  : (document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '')
