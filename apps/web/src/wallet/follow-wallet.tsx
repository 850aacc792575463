import { useKeepWallet } from '../offline/use-keep-wallet.ts'
import { useWalletNews } from './use-wallet-news.ts'

/** Follows the member's points while their page is open. A part of its own: what it hears draws nothing of the page anew. */
export function FollowWallet() {
  useWalletNews()
  useKeepWallet()
  return null
}
