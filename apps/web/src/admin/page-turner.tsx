import { Button, Group } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'

type Props = {
  isFirst: boolean
  /** The cursor for the next page: the last row of a full page. */
  last: { id: string } | undefined
  onTurn: (after: string | undefined) => void
}

/** Buttons to page through a long list. */
export function PageTurner({ isFirst, last, onTurn }: Props) {
  const t = useT()
  if (isFirst && !last) return null
  return (
    <Group justify="center" w="100%">
      {!isFirst && (
        <Button variant="subtle" onClick={() => onTurn(undefined)}>
          {t('desk.first')}
        </Button>
      )}
      {last && (
        <Button variant="default" onClick={() => onTurn(last.id)}>
          {t('desk.next')}
        </Button>
      )}
    </Group>
  )
}
