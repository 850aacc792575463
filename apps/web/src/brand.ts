/** The product's name is the operator's to choose: the page that the server sends carries it. */
export const brandName =
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ||
  document.location.hostname
