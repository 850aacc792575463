import { VisuallyHidden } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'

type Props = {
  /** Undefined while loading. */
  count: number | undefined
}

/** Announces the number of results to screen readers. Rendered outside the list, so that it stays mounted. */
export function ResultCount({ count }: Props) {
  const t = useT()
  return <VisuallyHidden role="status">{count !== undefined && t('list.found', { count })}</VisuallyHidden>
}
