import type { EconomyPresets } from '@chuma/contract/admin/economy/describe-economy-choice'
import { formatDateTime } from '../../../i18n/format-date.ts'
import { useT } from '../../../i18n/use-t.ts'
import blocks from '../../../ui/blocks.module.css'
import { Notice } from '../../../ui/states/notice.tsx'
import { actorName } from '../../actor-name.ts'

/** Who chose what and when, or what waits for a choice. */
export function ChosenLine({ presets: { chosen, isChoiceRequired } }: { presets: EconomyPresets }) {
  const t = useT()
  if (!chosen) {
    return isChoiceRequired ? (
      <Notice title={t('preset.missingTitle')}>{t('preset.missing')}</Notice>
    ) : (
      <p className={blocks.quiet}>{t('preset.notChosen')}</p>
    )
  }
  return (
    <p className={blocks.quiet}>
      {t('preset.chosen', {
        name: t(`preset.name.${chosen.choice}`),
        actor: actorName(t, chosen.changedBy),
        time: formatDateTime(chosen.createdAt),
      })}
    </p>
  )
}
