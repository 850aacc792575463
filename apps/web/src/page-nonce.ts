/** What lets this page's own style elements past the content security policy. */
export const pageNonce = import.meta.env.SSR
  ? '__CSP_NONCE__'
  : (document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '')
