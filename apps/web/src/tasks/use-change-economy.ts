import type { ChangeEconomyInput } from '@chuma/contract/admin/economy/economy'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { describeRefusal } from '../auth/describe-refusal.ts'
import { trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'

type Change = Pick<ChangeEconomyInput, 'changes' | 'reason'>
type Options = {
  said: string
  onDone: () => void
  /** Someone else saved first: the numbers on this screen are being reloaded. */
  onStale: () => void
}

/** Change the games' part of the economy record, based on the version on this screen. */
export function useChangeEconomy(version: number, { said, onDone, onStale }: Options) {
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const { mutate, isPending } = trpc.admin.changeEconomy.useMutation({
    onSuccess: () => {
      onDone()
      showToast({ kind: 'success', title: said })
    },
    onError: (error) => {
      if (describeRefusal(error, '').code === 'ECONOMY_STATE') onStale()
      else showFailure(error)
    },
    onSettled: () => {
      void utils.admin.getEconomy.invalidate()
      void utils.admin.listEconomyVersions.invalidate()
      return utils.admin.getGames.invalidate()
    },
  })
  return { change: (wish: Change) => mutate({ ...wish, version }), isPending }
}
