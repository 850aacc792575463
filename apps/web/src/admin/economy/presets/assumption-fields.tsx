import { ASSUMPTIONS, type AssumptionName } from '@chuma/contract/admin/economy/economy-assumptions'
import { Button } from '@mantine/core'
import { useT } from '../../../i18n/use-t.ts'
import { NumberInput } from '../../../ui/forms/number-input.tsx'
import { Section } from '../../../ui/page/section.tsx'
import economyClasses from '../economy.module.css'
import { ASSUMPTION_GROUPS } from './assumption-groups.ts'
import classes from './presets.module.css'
import type { AssumptionEditing } from './use-assumptions.ts'

type Props = { editing: AssumptionEditing; isReadOnly: boolean }

/** What the sustainable preset and the projections are computed from. */
export function AssumptionFields({ editing, isReadOnly }: Props) {
  const t = useT()
  return (
    <Section
      title={t('assumption.title')}
      text={t(editing.isValid ? 'assumption.text' : 'economy.meaningOld')}
    >
      {ASSUMPTION_GROUPS.map(({ group, names }) => (
        <fieldset key={group} className={classes.fieldset}>
          <legend className={economyClasses.legend}>{t(`assumptionGroup.${group}`)}</legend>
          <div className={classes.fields}>
            {names.map((name) => (
              <AssumptionInput key={name} name={name} editing={editing} isReadOnly={isReadOnly} />
            ))}
          </div>
        </fieldset>
      ))}
      {!isReadOnly && (
        <Button variant="default" onClick={editing.restoreDefaults}>
          {t('assumption.restore')}
        </Button>
      )}
    </Section>
  )
}

function AssumptionInput({ name, editing, isReadOnly }: Props & { name: AssumptionName }) {
  const t = useT()
  const assumption = ASSUMPTIONS[name]
  return (
    <NumberInput
      label={t(`assumption.${name}`)}
      description={t(`assumptionSource.${name}`)}
      suffix={assumption.unit === 'percent' ? '%' : ''}
      prefix={assumption.unit === 'usd' ? '$' : ''}
      thousandSeparator=","
      allowDecimal={!('isWhole' in assumption)}
      decimalScale={2}
      allowNegative={assumption.min < 0}
      readOnly={isReadOnly}
      error={editing.errors[name]}
      value={editing.draft[name]}
      onChange={(value) => editing.set(name, value)}
    />
  )
}
