import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { Notice } from '../../../ui/states/notice.tsx'
import { useMay } from '../../frame/staff-member.tsx'

/** On staff's first page, until an owner has chosen an economy preset. Never on the demo. */
export function ChoiceMissingNotice() {
  const t = useT()
  const mayChoose = useMay('economy:manage')
  const { data } = trpc.admin.listEconomyPresets.useQuery({})
  if (!data?.isChoiceRequired || data.chosen) return null
  return (
    <Notice
      title={t('preset.missingTitle')}
      action={
        mayChoose && (
          <Button renderRoot={(props) => <Link to="/admin/economy" {...props} />}>
            {t('preset.missingAction')}
          </Button>
        )
      }
    >
      {t(mayChoose ? 'preset.missing' : 'preset.missingForOthers')}
    </Notice>
  )
}
