import { describeHost } from '../../testing/judged.ts';

describeHost('base');
