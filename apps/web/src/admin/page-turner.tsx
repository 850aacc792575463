import { Button, Group } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'

type Props = {
  isFirst: boolean
  /** The last row of a full page: there may be more behind it. */
  last: { id: string } | undefined
  onTurn: (after: string | undefined) => void
}

/** From page to page of a list that is too long for one. */
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
