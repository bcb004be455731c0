import { describeHost } from '../../testing/judged.ts';

describeHost('solana');
