/** Stands for a secret wherever something is shown or kept. Its length says nothing about the secret's. */
export const MASK = '••••••••'
