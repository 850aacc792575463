import type { EconomyPresets } from '@chuma/contract/admin/economy/describe-economy-choice'
import type { EconomyChoice } from '@chuma/contract/admin/economy/economy-presets'
import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { useMay } from '../frame/use-staff-member.ts'
import { AssumptionFields } from './presets/assumption-fields.tsx'
import { ChooseDialog } from './presets/choose-dialog.tsx'
import { ChosenLine } from './presets/chosen-line.tsx'
import { PresetCards } from './presets/preset-cards.tsx'
import { PresetFigures } from './presets/preset-figures.tsx'
import classes from './presets/presets.module.css'
import { ProjectionPanels } from './presets/projection-panels.tsx'
import { useAssumptions } from './presets/use-assumptions.ts'

type Props = {
  /** Show the assumptions and the projection from the start. */
  isOpen?: boolean
  /** After a choice was saved, or found to be the newest already. */
  onChosen?: (() => unknown) | undefined
}

/** The economy presets side by side, what they are computed from, and the choice of one. */
export function EconomyPresetChoice({ isOpen = false, onChosen }: Props) {
  // Refetches only on request, so that the figures stay those of the typed assumptions.
  const query = trpc.admin.listEconomyPresets.useQuery({}, { refetchOnWindowFocus: false, staleTime: 0 })
  return (
    <QueryView query={query} skeleton={<Skeletons count={2} height={260} />}>
      {(presets) => <Choice presets={presets} isOpen={isOpen} onChosen={onChosen} />}
    </QueryView>
  )
}

function Choice({
  presets,
  isOpen,
  onChosen,
}: Required<Pick<Props, 'isOpen'>> & Props & { presets: EconomyPresets }) {
  const t = useT()
  const id = useId()
  const isReadOnly = !useMay('economy:manage')
  const editing = useAssumptions(presets)
  const [choice, setChoice] = useState<EconomyChoice>(() => startChoice(presets))
  const [isShown, setShown] = useState(isOpen)
  const [isAsked, setAsked] = useState(false)
  const option = editing.options.find((each) => each.choice === choice) ?? editing.options[0]
  if (!option) return null
  const Icon = isShown ? IconChevronUp : IconChevronDown
  return (
    <>
      <Section title={t('preset.title')} text={t('preset.text')}>
        <ChosenLine presets={presets} />
        <PresetCards options={editing.options} choice={choice} onChoose={setChoice} />
        <div className={blocks.actions}>
          {!isReadOnly && (
            <Button disabled={!editing.isValid} onClick={() => setAsked(true)}>
              {t('preset.use', { name: t(`preset.name.${option.choice}`) })}
            </Button>
          )}
          <Button
            variant="default"
            aria-expanded={isShown}
            aria-controls={id}
            rightSection={<Icon aria-hidden size={20} />}
            onClick={() => setShown(!isShown)}
          >
            {t('preset.details')}
          </Button>
        </div>
      </Section>
      <div id={id} className={classes.details}>
        {isShown && (
          <>
            <div className={classes.typed}>
              <AssumptionFields editing={editing} isReadOnly={isReadOnly} />
              <div className={classes.results}>
                <Section title={t('preset.results', { name: t(`preset.name.${option.choice}`) })}>
                  <PresetFigures option={option} />
                </Section>
              </div>
            </div>
            <ProjectionPanels option={option} owedPoints={presets.owedPoints} />
          </>
        )}
      </div>
      {isAsked && (
        <ChooseDialog
          presets={presets}
          option={option}
          assumptions={editing.valid}
          onClose={() => setAsked(false)}
          onChosen={onChosen}
        />
      )}
    </>
  )
}

/** What is in use, or the preset that makes the money work. */
function startChoice({ chosen, options }: EconomyPresets): EconomyChoice {
  const current = options.find(({ isCurrent }) => isCurrent)
  return chosen && current ? current.choice : 'sustainable'
}
