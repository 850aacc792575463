/**
 * How to reach the operator: settings of the server, which writes them into every page it sends. In a prerendered page
 * their places stand open until then.
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
