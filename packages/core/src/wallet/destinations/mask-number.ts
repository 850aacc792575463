/** Mask a number so that its owner recognises it and onlookers cannot read it. `number`: 254 and nine digits. */
export const maskNumber = (number: string) => `0${number.slice(3, 6)} ••• ${number.slice(-3)}`
