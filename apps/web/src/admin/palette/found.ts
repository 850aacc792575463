/** Something that the palette leads to. */
export type Found = { key: string; label: string; description: string; go: () => void }
