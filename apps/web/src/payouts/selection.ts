export type Selection = {
  isSelected: (id: string) => boolean
  toggle: (id: string) => void
  setAll: (ids: readonly string[], isOn: boolean) => void
}
