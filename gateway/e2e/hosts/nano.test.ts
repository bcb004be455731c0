import { describeHost } from '../../testing/judged.ts';

describeHost('nano');
