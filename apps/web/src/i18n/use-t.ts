import { useLingui } from '@lingui/react'
import { type Translate, t } from './i18n.ts'

export function useT(): Translate {
  useLingui()
  return t
}
