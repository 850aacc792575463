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
