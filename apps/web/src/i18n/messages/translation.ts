/** The same messages in another language: a missing or a surplus key does not compile. */
export type Translation<Messages> = { readonly [Key in keyof Messages]: string }
