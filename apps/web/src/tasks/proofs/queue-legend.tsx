import { Button, Switch } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import type { MessageKey } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import classes from './proofs.module.css'

type Props = {
  mayDecide: boolean
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  isOpen: boolean
  onToggle: () => void
}

const MOVES = [
  { key: 'J', does: 'proofQueue.keyNext' },
  { key: 'K', does: 'proofQueue.keyPrevious' },
  { key: '?', does: 'proofQueue.keyHelp' },
] as const satisfies readonly { key: string; does: MessageKey }[]
const DECISIONS = [
  { key: 'A', does: 'proofQueue.keyApprove' },
  { key: 'R', does: 'proofQueue.keyReject' },
] as const satisfies typeof MOVES | readonly { key: string; does: MessageKey }[]

/** Lists the keys, with a switch for people whom they disturb. */
export function QueueLegend({ mayDecide, isOn, onSwitch, isOpen, onToggle }: Props) {
  const t = useT()
  const id = useId()
  return (
    <div className={classes.legend}>
      <div className={classes.legendHead}>
        <Switch
          size="md"
          label={t('proofQueue.keysOn')}
          description={t('proofQueue.keysHint')}
          checked={isOn}
          onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
        />
        <Button
          variant="default"
          leftSection={<IconKeyboard aria-hidden size={20} />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          {t('proofQueue.keys')}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        <dl className={classes.keys} aria-label={t('proofQueue.legend')}>
          {[...(mayDecide ? DECISIONS : []), ...MOVES].map(({ key, does }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(does)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}
