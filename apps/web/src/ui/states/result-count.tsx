import { VisuallyHidden } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'

type Props = {
  /** Undefined while the answer is on its way. */
  count: number | undefined
}

/** Says how many there are to whoever does not see a list change. Stands outside of what comes and goes with the answer. */
export function ResultCount({ count }: Props) {
  const t = useT()
  return <VisuallyHidden role="status">{count !== undefined && t('list.found', { count })}</VisuallyHidden>
}
