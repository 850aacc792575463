/** The nonce that lets this page's own style elements pass the content security policy. */
export const pageNonce = import.meta.env.SSR
  ? '__CSP_NONCE__'
  : (document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '')

/** The operator chooses the product's name: the page that the server sends contains it. */
export const brandName = import.meta.env.SSR
  ? '__BRAND__'
  : document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ||
    document.location.hostname

/**
 * The operator's contact details: server settings, inserted into every page it sends. A prerendered page has
 * placeholders for them.
 */
export const support = import.meta.env.SSR
  ? {
      email: '__SUPPORT_EMAIL__',
      phone: '__SUPPORT_PHONE__',
      phoneDigits: '__SUPPORT_PHONE_DIGITS__',
      address: '__OFFICE_ADDRESS__',
    }
  : {
      email: read('support-email'),
      phone: read('support-phone'),
      phoneDigits: read('support-phone-digits'),
      address: read('office-address'),
    }

function read(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''
}
