/** One search result. */
export type Found = { key: string; label: string; description: string; go: () => void }
