import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import classes from './skeletons.module.css'

type Props = {
  count: number
  /** The height of the loaded content in pixels, so that nothing jumps. */
  height: number
  /** `grid` is for cards, `stack` for rows. */
  layout?: 'grid' | 'stack'
}

export function Skeletons({ count, height, layout = 'stack' }: Props) {
  const t = useT()
  return (
    <div className={classes.list} data-layout={layout} role="status">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity and never move
        <Skeleton key={index} height={height} radius="lg" aria-hidden />
      ))}
    </div>
  )
}
