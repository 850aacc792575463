/** The product's name is the operator's to choose: the page that the server sends carries it. */
export const brandName = import.meta.env.SSR
  ? '__BRAND__'
  : document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ||
    document.location.hostname
