/** Healthy sellers on the official middlewares pass, with our facilitator and with the official one. */

import { middlewares, sellersOn } from './seller.ts';
import { testHealthy } from './testing/healthy-suite.ts';

testHealthy(sellersOn(middlewares));
