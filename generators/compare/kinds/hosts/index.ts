import { absentPathAdded } from './absent-path-added.ts';
import { absentPathRemoved } from './absent-path-removed.ts';
import { assetChanged } from './asset-changed.ts';
import { furtherNetworkAdded } from './further-network-added.ts';
import { furtherNetworkChanged } from './further-network-changed.ts';
import { furtherNetworkRemoved } from './further-network-removed.ts';
import { hostAdded } from './host-added.ts';
import { hostAuthorizedOtherwise } from './host-authorized-otherwise.ts';
import { hostDescribedAnew } from './host-described-anew.ts';
import { hostRemoved } from './host-removed.ts';
import { hostRenamed } from './host-renamed.ts';
import { hostRetired } from './host-retired.ts';
import { hostSettledOtherwise } from './host-settled-otherwise.ts';
import { hostWindowLengthened } from './host-window-lengthened.ts';
import { hostWindowShortened } from './host-window-shortened.ts';
import { networkChanged } from './network-changed.ts';
import { paymentStatedOtherwise } from './payment-stated-otherwise.ts';
import { prefixChanged } from './prefix-changed.ts';
import { signingDomainChanged } from './signing-domain-changed.ts';

/** Kinds of change of hosts and how they are paid. */
export const hosts = [
  absentPathAdded,
  absentPathRemoved,
  assetChanged,
  furtherNetworkAdded,
  furtherNetworkChanged,
  furtherNetworkRemoved,
  hostAdded,
  hostAuthorizedOtherwise,
  hostDescribedAnew,
  hostRemoved,
  hostRenamed,
  hostRetired,
  hostSettledOtherwise,
  hostWindowLengthened,
  hostWindowShortened,
  networkChanged,
  paymentStatedOtherwise,
  prefixChanged,
  signingDomainChanged,
];
