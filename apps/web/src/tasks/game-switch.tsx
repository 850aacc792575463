import type { ChangeEconomyInput } from '@chuma/contract/admin/economy/economy'
import type { AdminGames } from '@chuma/contract/tasks/games'
import { Button, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconLock, IconPlayerPlay } from '@tabler/icons-react'
import { useT } from '../i18n/use-t.ts'
import { codeOf, trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import { FormDialog } from '../ui/dialogs/dialog.tsx'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { useMay } from '../ui/frame/staff-member.tsx'
import { ChangedMeanwhile } from '../ui/states/staff-lists.tsx'
import classes from './games.module.css'

type Props = { game: 'wheel' | 'quiz'; games: AdminGames }

/** Whether members can play, and for owners the switch, which requires a reason. */
export function GameSwitch({ game, games }: Props) {
  const t = useT()
  const mayChange = useMay('economy:manage')
  const [isAsking, asking] = useDisclosure(false)
  const { isOpen } = games[game]
  return (
    <div className={classes.head}>
      {isOpen ? (
        <StatusBadge tone="good" Icon={IconPlayerPlay}>
          {t('gamesTab.open')}
        </StatusBadge>
      ) : (
        <StatusBadge tone="bad" Icon={IconLock}>
          {t('gamesTab.closed')}
        </StatusBadge>
      )}
      {mayChange && (
        <Button variant="default" onClick={asking.open}>
          {t(titleOf(game, isOpen))}
        </Button>
      )}
      {isAsking && <SwitchDialog game={game} games={games} onClose={asking.close} />}
    </div>
  )
}

function titleOf(game: Props['game'], isOpen: boolean) {
  if (game === 'wheel') return isOpen ? 'gamesTab.closeWheel' : 'gamesTab.openWheel'
  return isOpen ? 'gamesTab.closeQuiz' : 'gamesTab.openQuiz'
}

function SwitchDialog({ game, games, onClose }: Props & { onClose: () => void }) {
  const t = useT()
  const form = useForm({
    initialValues: { reason: '', isStale: false },
    validate: { reason: (reason) => (reason.trim() ? null : t('economy.reasonMissing')) },
  })
  const { change, isPending } = useChangeEconomy(games.economyVersion, {
    said: t('gamesTab.switched'),
    onDone: onClose,
    onStale: () => form.setFieldValue('isStale', true),
    form,
  })
  const { isOpen } = games[game]
  const title = t(titleOf(game, isOpen))
  const submit = ({ reason }: { reason: string }) =>
    change({ changes: game === 'wheel' ? { isSpinOpen: !isOpen } : { isQuizOpen: !isOpen }, reason })
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      action={title}
      isPending={isPending}
      form={form}
      onSend={submit}
    >
      <Text c="dimmed">{t('gamesTab.switchText')}</Text>
      {form.values.isStale && <ChangedMeanwhile changes={[]} />}
      <TextInput
        label={t('word.reason')}
        description={t('catalogue.reasonHint')}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}

type Change = Pick<ChangeEconomyInput, 'changes' | 'reason'>
type Options<Form> = {
  said: string
  onDone: () => void
  /** Someone else saved first: the numbers on this screen are being reloaded. */
  onStale: () => void
  form: UseFormReturnType<Form>
}

/** Change the games' part of the economy record, based on the version on this screen. */
export function useChangeEconomy<Form extends Record<string, unknown>>(
  version: number,
  { said, onDone, onStale, form }: Options<Form>,
) {
  const utils = trpc.useUtils()
  const { run, isPending } = useAction(trpc.admin.changeEconomy, {
    onDone,
    done: said,
    form,
    place: ([path, message]) => [path.replace(/^changes\.spinTable/, 'segments'), message],
    onFailed: (error) => {
      const isStale = codeOf(error) === 'ECONOMY_STATE'
      if (isStale) onStale()
      return isStale
    },
    onEnd: [utils.admin.getEconomy, utils.admin.listEconomyVersions, utils.admin.getGames],
  })
  return { change: (wish: Change) => run({ ...wish, version }), isPending }
}

/** Round to two decimals: an average of whole points can have many more. */
export function inHundredths(value: number): number {
  return Math.round(value * 100) / 100
}
