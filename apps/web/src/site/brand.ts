/** The operator chooses the product's name: the page that the server sends contains it. */
export const brandName = import.meta.env.SSR
  ? '__BRAND__'
  : document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ||
    document.location.hostname
