import { Button, Menu, Text } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'

/** The files of a survey, the ones that most people want first. */
export const EXPORT_KINDS = [
  'workbook',
  'spss',
  'answers',
  'words',
  'codebook',
  'tripleSData',
  'tripleS',
  'json',
] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

type Props = {
  kinds: readonly ExportKind[]
  isLoading: boolean
  onChoose: (kind: ExportKind) => void
}

/** One button that lists the files of a survey, each with what it is for. */
export function ExportMenu({ kinds, isLoading, onChoose }: Props) {
  const t = useT()
  return (
    <Menu position="bottom-start" width={320}>
      <Menu.Target>
        <Button
          variant="default"
          loading={isLoading}
          leftSection={<IconDownload aria-hidden size={20} />}
          rightSection={<IconChevronDown aria-hidden size={16} />}
        >
          {t('results.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => onChoose(kind)}>
            {t(`results.download.${kind}`)}
            <Text size="sm" c="dimmed">
              {t(`results.download.${kind}Text`)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
